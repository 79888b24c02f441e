export * from './image-type.ts'
export * from './photo.machine.ts'
export * from './photo.selectors.ts'
export * from './photo-list.ts'
