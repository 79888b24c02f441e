import type { AuthProblem } from '@handsfree/core/auth'

const numberProblems: readonly AuthProblem['code'][] = [
  'invalidPhone',
  'unknownDialCode',
  'notMobile',
  'countryNotServed',
]

/** Whether the number itself is wrong, which is said at its field. */
export const isAboutNumber = ({ code }: AuthProblem): boolean => numberProblems.includes(code)
