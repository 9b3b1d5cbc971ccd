/** In the Worker this stands in for iceberg-js (wrangler.toml), which storage-js names for analytics buckets; posters need none. */
export class IcebergRestCatalog {}
