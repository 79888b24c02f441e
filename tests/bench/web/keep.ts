import { availableParallelism } from 'node:os'
import { keepSection } from '../keep-section.ts'

export function keepFigures(tables: string, runs: number): void {
  const how = `\`npm run bench -- web\`, the median of ${runs} loads each, on ${availableParallelism()} cores: slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms), a processor 4 times slower, 390 × 844 points, an empty cache. The floor is a bare page of React, XState, wouter, react-intl and ofetch with one button, loaded by turns with the others.`
  keepSection('Web', `${how}\n\n${tables}`)
}
