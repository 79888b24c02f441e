import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/{domain,runtime}/**/*.table.ts',
  out: process.env.MIGRATIONS_FOLDER ?? './server/migrations',
})
