/** Replaces @supabase/functions-js in the Worker (worker-bundle.ts): nothing here calls an Edge Function. */
export class FunctionsClient {}
export class FunctionsError {}
export class FunctionsFetchError {}
export class FunctionsHttpError {}
export class FunctionsRelayError {}
export const FunctionRegion = {};
