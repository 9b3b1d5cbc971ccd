/// <reference types="vite/client" />

declare module "@remix-run/server-runtime" {
  // makes loader data keep its types: with single fetch it is not turned into JSON
  interface Future {
    v3_singleFetch: true;
  }
}

export {};
