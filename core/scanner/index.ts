export * from './camera.machine.ts'
export * from './qr-content.ts'
export * from './scanner.machine.ts'
export * from './scanner.selectors.ts'
