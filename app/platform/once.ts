/** Returns a function that makes something when it is first asked for it, and returns the same from then on. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
