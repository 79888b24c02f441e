import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, type Plugin } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { buildReport } from './tools/build-report.ts'
import { codeSplitting } from './tools/chunks.ts'
import { importAgain } from './tools/import-again.ts'
import { messages } from './tools/messages-plugin.ts'
import { offlineFilesPlugin } from './tools/offline-files.ts'
import { pageFiles } from './tools/page-files.ts'
import { precompress } from './tools/precompress.ts'

/** Backend started by `npm run dev`. */
const server = `http://localhost:${process.env.PORT ?? 4000}`

/** Resolves workspaces to their sources instead of a possibly stale build. */
const source = (conditions: readonly string[]) => ({ conditions: ['handsfree-source', ...conditions] })

/** Without `module`, which Node doesn't support: OpenTelemetry's files for it don't resolve in Node. */
const nodeConditions = defaultServerConditions.filter((condition) => condition !== 'module')

const nodeTests = (name: string, settings: TestProjectInlineConfiguration['test'] = {}) => ({
  resolve: source(nodeConditions),
  ssr: { resolve: source(nodeConditions) },
  test: {
    name,
    environment: 'node' as const,
    include: [`tests/${name}/**/*.test.ts`],
    maxWorkers: 2,
    // Tests don't depend on real time, but busy machines are slow.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    ...settings,
  },
})

/**
 * Without isolation, the files of a worker share modules, which takes a third of the time. `each-test.ts` restores
 * changed state.
 */
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

/** Features that must also work on PGlite: an order’s life. `second-database` tests the others. */
const smoke = 'tests/server/**/order-life.test.ts'

const nightly = (name: string) => ({ include: [`tests/nightly/${name}/**/*.test.ts`] })

/** Vitest starts the longest files first, but a fresh clone lacks timings. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /(models|simulate|fresh)\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Hidden, because `web/dist` is served. */
const renderingFolder = 'web/dist/.server'

/** Build for browsers. */
const pages = {
  experimental: { lazyBarrel: true },
  // The page imports React DOM in a separate task, although other modules import it too.
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  input: { index: 'index.html', 'service-worker': 'web/service-worker/service-worker.ts' },
  output: {
    codeSplitting,
    // The scope of a service worker is its folder, and its name must not change.
    entryFileNames: ({ name }: { name: string }) =>
      name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash:7].js',
    // 42 bits are enough to distinguish versions. Page and service worker list every name, so short names save bytes.
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:7][extname]',
  },
}

/** `vite build --mode crew`: the employees' app, whose files travellers never load. */
const crewPages = {
  experimental: { lazyBarrel: true },
  checks: { pluginTimings: false },
  input: { crew: 'crew.html', 'crew-service-worker': 'web/service-worker/service-worker.ts' },
  output: {
    // Employees open every page daily: few files, except for phone number metadata and other late parts.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'crew', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
        {
          name: 'crew-pages',
          // Not what only few pages need: phone numbers’ metadata, the order form, the office’s charts.
          test: (id: string) =>
            /[\\/](?:lucide-react|web[\\/](?:app|crew|parts|ui))[\\/]/.test(id) &&
            !/[\\/](?:crew[\\/]office|parts[\\/](?:phone|order-form))[\\/]/.test(id),
          minShareCount: 2,
        },
      ],
    },
    entryFileNames: ({ name }: { name: string }) =>
      name === 'crew-service-worker' ? '[name].js' : 'assets/[name]-[hash:7].js',
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:7][extname]',
  },
}

/** `vite build --mode kiosk`: the screen in a hotel's lobby. */
const kioskPages = {
  checks: { pluginTimings: false },
  input: { kiosk: 'kiosk.html' },
  output: {
    entryFileNames: 'assets/[name]-[hash:7].js',
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:7][extname]',
  },
}

const otherPages: Record<string, typeof crewPages | typeof kioskPages> = {
  crew: crewPages,
  kiosk: kioskPages,
}

/** Serves the employees' app and the kiosk at their own paths, as the server does, and prints the inspector's address. */
const development: Plugin = {
  name: 'development',
  configureServer: (vite) => {
    const printUrls = vite.printUrls.bind(vite)
    vite.printUrls = () => {
      printUrls()
      vite.config.logger.info(`  ➜  Inspect: ${vite.resolvedUrls?.local[0]}?inspect`)
    }
    vite.middlewares.use((request, _response, next) => {
      if (/^\/crew(\/[^.]*)?(\?|$)/.test(request.url ?? '')) request.url = '/crew.html'
      if (/^\/kiosk\/?(\?|$)/.test(request.url ?? '')) request.url = '/kiosk.html'
      next()
    })
  },
}

/** `vite build --ssr`: the app for server rendering, with all dependencies bundled. */
const rendering = {
  experimental: { lazyBarrel: true },
  checks: { pluginTimings: false },
  input: 'web/server.tsx',
  output: { entryFileNames: '[name].js' },
}

export default defineConfig(({ isSsrBuild = false, mode }) => ({
  publicDir: mode in otherPages ? false : 'web/public',
  // The only setting that a build reads; the server uses the same name.
  envPrefix: 'HANDSFREE_STATIC_KEY',
  plugins: [
    react(),
    messages(mode === 'kiosk' ? 'all' : 'first'),
    development,
    ...(isSsrBuild ? [] : [importAgain(), precompress()]),
    ...(isSsrBuild || mode === 'kiosk' ? [] : [offlineFilesPlugin()]),
    ...(isSsrBuild || mode in otherPages ? [] : [buildReport(), pageFiles()]),
  ],
  resolve: {
    ...source(defaultClientConditions),
    // Browsers have no `Buffer`.
    alias: {
      'csv-parse/sync': 'csv-parse/browser/esm/sync',
      'csv-stringify/sync': 'csv-stringify/browser/esm/sync',
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: isSsrBuild ? renderingFolder : 'web/dist',
    emptyOutDir: true,
    // License notices of bundled libraries, linked from the about page.
    license: !isSsrBuild && !(mode in otherPages) && { fileName: 'licenses.txt' },
    // The Content Security Policy allows no `data:` styles or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssMinify: true,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild ? rendering : (otherPages[mode] ?? pages),
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
    // In `node_modules`; the default of Vitest 5.
    experimental: { fsModuleCache: true },
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
      // Whole trips by seed; each run is a separate process.
      nodeTests('simulator', { ...nightly('simulator'), testTimeout: 600_000 }),
      // Each file starts servers and attacks them; half of the time is waiting.
      nodeTests('attacks', { ...onPostgres, ...nightly('attacks') }),
      nodeTests('clients', { ...shared, ...onPostgres, ...nightly('clients') }),
      // Runs the services of compose.yaml as processes, one file at a time.
      nodeTests('running', { ...onPostgres, ...nightly('running'), maxWorkers: 1 }),
    ],
  },
}))
