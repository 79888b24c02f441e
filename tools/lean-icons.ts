import type { Plugin } from 'vite'

/** Keys of an icon's shapes, of which React asks in development alone: random letters, which no compression makes shorter. */
const keys = /,\s*key: "\w+"/g

/** Leaves the keys out of the icons, whose shapes never change their places. */
export const leanIcons = (): Plugin => ({
  name: 'lean-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.m?js$/ },
    handler: (code) => ({ code: code.replace(keys, ''), map: null }),
  },
})
