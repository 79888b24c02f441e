/** `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers<Value = void>() {
  let resolve = (_: Value) => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
