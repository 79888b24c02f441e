import * as errorCodes from './error-code-list.ts'

/** By name, each a number. A client loads those that it compares with. */
export { errorCodes }

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes]
