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
    ...settings,
  },
})

/** Files share one worker's modules, which takes a third of the time; globals, spies and timers are restored after each test. */
const shared = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['tests/each-test.ts'],
}

/** Each file opens a database of its own: few at a time, and with patience. */
const databases = 'tests/server/databases.setup.ts'
const serverTests = (name: string, globalSetup: string, settings: TestProjectInlineConfiguration['test']) =>
  nodeTests(name, {
    ...shared,
    include: ['tests/server/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: [globalSetup],
    setupFiles: [...shared.setupFiles, databases],
    ...settings,
  })
const [onPglite, onPostgres] = ['tests/server/pglite.setup.ts', 'tests/server/postgres.setup.ts']

/** Many requests, none of which depends on the database: with the rest, on PostgreSQL, the faster one. */
const mutated = ['tests/server/mutated-*.test.ts']
/** Ten thousand requests of one kind: on PGlite with the attacks. */
const pumps = ['tests/server/code-pumps.test.ts']
/** Bodies on their way in, whatever is stored: once, with the rest. */
const bodies = ['tests/server/request-bodies.test.ts']
/** Fields that no schema names reach no database: once, on PostgreSQL, with the rest. */
const fields = ['tests/server/unowned-fields.test.ts']
/** Many codes for many phones: on PGlite with the attacks. */
const codes = ['tests/server/code-abuse.test.ts']
/** What is done before or after a database is asked: on PostgreSQL alone, the faster one. */
const around = [
  'tests/server/{app,autopilot,compress-answers,external-broker,limit-requests,log,metrics,migrations}.test.ts',
  'tests/server/{one-host,page-heads,phone-clock,printable-text,query,rendered-pages,retry-after,rotation,route}.test.ts',
  'tests/server/sandbox-page.test.ts',
]
/** What orders, payments and people do to a database is tested on both; these go over it again: on PGlite by themselves. */
const again = [
  'tests/server/{accounting,catalogue,catalogue-tool,change-destination,changes,claims,ledger}.test.ts',
  'tests/server/{desk-tool,employee-notifications,employees,feedback}.test.ts',
  'tests/server/{late-cancellation,missed-pickups,operations,operator-jobs,operator-tool}.test.ts',
  'tests/server/{payment-sessions,realtime,receiver-links,reports,retired-notifications}.test.ts',
  'tests/server/text-messages.test.ts',
]
/** Who may make which call, whatever is stored: on PostgreSQL with the attacks, on PGlite by themselves. */
const callers = ['tests/server/negative-matrix.test.ts']
/** Start a server as a company or a newcomer does: once, with the attacks. */
const starts = ['tests/server/{production-catalogue,start}.test.ts']
/** How PostgreSQL reads a hundred thousand rows: with the attacks. */
const plans = ['tests/server/plans.test.ts']
/** These open no database, or PGlite by themselves: once is enough. */
const withoutDatabase = [
  'tests/server/{broker,close-gracefully,fair-queue,folder-lock,health,jobs,keys}.test.ts',
  'tests/server/{photo-intake,settings,stripe}.test.ts',
]
/** Seeds that no run has had. */
const fresh = ['tests/simulate/fresh.test.ts']
const examples = (count: string) => ({
  HANDSFREE_TEST_EXAMPLES: process.env.HANDSFREE_TEST_EXAMPLES ?? count,
})

/** A run of the simulator takes as long as many files: the others go on beside it, and none waits for it at the end. */
class SimulatorFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ project }: TestSpecification) => ['simulate', 'fresh'].includes(project.name)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
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
    sequence: { sequencer: SimulatorFirst },
    projects: [
      // Nothing here waits for real time, but a busy machine may take its own.
      nodeTests('core', { ...shared, testTimeout: 30_000 }),
      nodeTests('models', { ...shared, testTimeout: 30_000 }),
      nodeTests('web', shared),
      nodeTests('scripts', { ...shared, testTimeout: 30_000 }),
      serverTests('server', onPglite, {
        exclude: [mutated, pumps, bodies, fields, codes, around, again, callers, plans, starts].flat(),
      }),
      serverTests('postgres', onPostgres, {
        exclude: [mutated, pumps, withoutDatabase, bodies, codes, fields, callers, plans, starts].flat(),
      }),
      // CI, which runs everything, has half an hour.
      serverTests('mutations', onPostgres, {
        include: [mutated, fields].flat(),
        env: examples(process.env.CI ? '150' : '500'),
      }),
      serverTests('slow', onPostgres, { include: [callers, plans, starts].flat() }),
      serverTests('pglite', onPglite, { include: [pumps, bodies, codes].flat() }),
      serverTests('again', onPglite, { include: [again, callers].flat() }),
      // Whole trips by seeds: each run is a process of its own.
      nodeTests('simulate', { exclude: fresh, testTimeout: 240_000, hookTimeout: 120_000 }),
      nodeTests('fresh', {
        include: fresh,
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
      // Packs, installs and starts what it tests.
      nodeTests('clients', { testTimeout: 120_000, hookTimeout: 180_000 }),
      // The parts of compose.yaml as processes, one file at a time: each has a database, a proxy or servers at work.
      nodeTests('running', {
        maxWorkers: 1,
        testTimeout: 120_000,
        hookTimeout: 180_000,
        sequence: { groupOrder: 3 },
        globalSetup: [onPostgres],
        setupFiles: [databases],
      }),
      // Attacks on started servers. Two at a time: half of what they take is waiting.
      nodeTests('abuse', {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        sequence: { groupOrder: 2 },
        globalSetup: [onPostgres],
        setupFiles: [databases],
      }),
    ],
  },
}))
