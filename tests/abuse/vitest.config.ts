import { fileURLToPath } from 'node:url'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const conditions = ['source', ...defaultServerConditions]

/** Attacks on started servers: `npm run test:abuse`. One file after another, since each wants the machine for itself. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'abuse',
    environment: 'node',
    include: ['tests/abuse/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/server/postgres.setup.ts'],
  },
})
