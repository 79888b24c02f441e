import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readBuild } from './build-sizes.ts'
import { readRoutes } from './read-routes.ts'

/**
 * Lists, for each route, the files it needs in addition to the shared ones. The server preloads them in the page's head
 * (`server/runtime/http/page-heads.ts`), which avoids request chains.
 */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  enforce: 'post',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const build = await readBuild(dir)
      const stylesOf = (chunks: Iterable<{ css: string[] }>) => [
        ...new Set([...chunks].flatMap(({ css }) => css)),
      ]
      const shell = build.withImports(build.chunkOfSource('index.html'))
      const messageFiles = (locale: string) => {
        const parts = ['first', 'rest'] as const
        return Object.fromEntries(
          parts.map((part) => [part, build.chunkOfSource(`${part}/${locale}.js`).file]),
        )
      }
      const routes = (await readRoutes()).map(
        ({ path, file, only = null, isSecret = false, hasFirstMessages }) => {
          const needed = [...build.withImports(build.chunkOfSource(`web/${file}`))]
          const chunks = needed.filter((chunk) => !shell.has(chunk))
          return {
            path,
            only,
            isSecret,
            words: hasFirstMessages ? ['first'] : ['first', 'rest'],
            scripts: chunks.map((chunk) => chunk.file),
            styles: stylesOf(chunks),
          }
        },
      )
      const styles = stylesOf(shell)
      const announcementChunks = build.withImports(
        build.chunkOfSource('web/pages/home/HomeAnnouncements.tsx'),
      )
      const newsStyles = stylesOf(announcementChunks).filter((style) => !styles.includes(style))
      const files = {
        routes,
        styles,
        newsStyles,
        words: { 'en-US': messageFiles('en-US'), 'zh-CN': messageFiles('zh-CN') },
      }
      await writeFile(join(dir, '.vite/page-files.json'), JSON.stringify(files))
    },
  },
})
