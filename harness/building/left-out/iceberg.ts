/** Replaces iceberg-js in the Worker (wrangler.toml), which storage-js imports for analytics buckets; we use none. */
export class IcebergRestCatalog {}
