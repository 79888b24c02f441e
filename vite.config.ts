import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { buildReport } from './tools/build-report.ts'
import { codeSplitting } from './tools/chunks.ts'
import { importAgain } from './tools/import-again.ts'
import { messages } from './tools/messages-plugin.ts'
import { offlineFilesPlugin } from './tools/offline-files.ts'
import { pageFiles } from './tools/page-files.ts'
import { precompress } from './tools/precompress.ts'

/** The server that `npm run dev` starts beside this one. */
const server = `http://localhost:${process.env.PORT ?? 4000}`

/** Workspaces are read from their sources, never from a stale build. */
const source = (conditions: readonly string[]) => ({ conditions: ['source', ...conditions] })

/** Node knows no `module` condition, and OpenTelemetry's leads to files that it would not find. */
const nodeConditions = defaultServerConditions.filter((condition) => condition !== 'module')

const nodeTests = (name: string, settings: TestProjectInlineConfiguration['test'] = {}) => ({
  resolve: source(nodeConditions),
  ssr: { resolve: source(nodeConditions) },
  test: {
    name,
    environment: 'node' as const,
    include: [`tests/${name}/**/*.test.ts`],
    maxWorkers: 2,
    // Nothing waits for real time, but a busy machine takes its own.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    ...settings,
  },
})

/** Files of one worker share modules, which takes a third of the time; `each-test.ts` restores what they change. */
const shared = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['tests/each-test.ts'],
}

const [onPglite, onPostgres] = ['tests/server/pglite.setup.ts', 'tests/server/postgres.setup.ts'].map(
  (file) => ({
    globalSetup: [file],
    setupFiles: [...shared.setupFiles, 'tests/server/databases.setup.ts'],
  }),
)

/** What PGlite must do as PostgreSQL does: orders, money, people, photos, messages, jobs. */
const smoke =
  'tests/server/**/{account,billing,claim,claims,files,legal-events,notifications,order-life,saved,verification}.test.ts'

const nightly = (name: string) => ({ include: [`tests/nightly/${name}/**/*.test.ts`] })

/** Vitest starts the longest files first; on a fresh clone it doesn't know which those are. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /(models|simulate|fresh)\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Hidden in the build, which is served. */
const renderingFolder = 'web/dist/.server'

/** The app as it is served to browsers. */
const pages = {
  experimental: { lazyBarrel: true },
  // The page imports React DOM in a task of its own, though others import it too.
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  input: { index: 'index.html', 'service-worker': 'web/service-worker/service-worker.ts' },
  output: {
    codeSplitting,
    // A service worker rules over the folder that it lies in, and keeps its name.
    entryFileNames: ({ name }: { name: string }) =>
      name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash:7].js',
    // 42 bits tell the versions of a file apart; page and service worker list every name.
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:7][extname]',
  },
}

/** `vite build --ssr`: the app as the server renders its pages, one folder that needs no other package. */
const rendering = {
  experimental: { lazyBarrel: true },
  checks: { pluginTimings: false },
  input: 'web/server.tsx',
  output: { entryFileNames: '[name].js' },
}

export default defineConfig(({ isSsrBuild = false }) => ({
  publicDir: 'web/public',
  // The one setting that a build reads; the server has it by the same name.
  envPrefix: 'HANDSFREE_STATIC_KEY',
  plugins: [
    react(),
    messages(),
    ...(isSsrBuild ? [] : [importAgain(), offlineFilesPlugin(), precompress(), buildReport(), pageFiles()]),
  ],
  resolve: source(defaultClientConditions),
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: isSsrBuild ? renderingFolder : 'web/dist',
    emptyOutDir: true,
    // The notices that the licences of bundled libraries ask for; the page about us links them.
    license: !isSsrBuild && { fileName: 'licenses.txt' },
    // The page's security policy allows no `data:` styles or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssMinify: true,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild ? rendering : pages,
  },
  ssr: { noExternal: true as const, resolve: source(defaultServerConditions) },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/files': server,
      '/sandbox': server,
      '/mqtt': { target: server, ws: true },
    },
  },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      nodeTests('unit', shared),
      nodeTests('server', { ...shared, ...onPostgres }),
      nodeTests('pglite', { ...shared, ...onPglite, include: [smoke] }),
      nodeTests('second-database', { ...shared, ...onPglite, include: ['tests/server/**/*.test.ts'] }),
      nodeTests('mutations', {
        ...shared,
        ...onPostgres,
        ...nightly('mutations'),
        env: {
          HANDSFREE_TEST_EXAMPLES: process.env.HANDSFREE_TEST_EXAMPLES ?? (process.env.CI ? '150' : '500'),
        },
      }),
      // Whole trips by seeds: each run is a process of its own.
      nodeTests('simulator', { ...nightly('simulator'), testTimeout: 600_000 }),
      // Each file starts servers and attacks them; half of its time is waiting.
      nodeTests('attacks', { ...onPostgres, ...nightly('attacks') }),
      nodeTests('clients', { ...nightly('clients') }),
      // The parts of compose.yaml as processes, one file at a time.
      nodeTests('running', { ...onPostgres, ...nightly('running'), maxWorkers: 1 }),
    ],
  },
}))
