/// <reference types="vite/client" />

declare module "@remix-run/server-runtime" {
  // keeps the types of loader data: with single fetch it is not converted to JSON
  interface Future {
    v3_singleFetch: true;
  }
}

export {};
