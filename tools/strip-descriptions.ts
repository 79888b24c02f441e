import type { Plugin } from 'vite'

/** A description with the comma behind it. */
const description = /\s*description:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g

/** Leaves the statecharts' descriptions out of a build: they are for readers and editors, and a browser reads none. */
export function stripDescriptions(): Plugin {
  return {
    name: 'strip-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.machine\.ts$/ },
      handler: (code) => ({ code: code.replace(description, ''), map: null }),
    },
  }
}
