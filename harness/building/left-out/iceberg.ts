/** Replaces iceberg-js in the Worker (worker-bundle.ts), which storage-js imports for analytics buckets; we use none. */
export class IcebergRestCatalog {}
