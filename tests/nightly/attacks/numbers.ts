export type Phone = { dialCode: string; phoneNumber: string }

/**
 * Valid numbers that are expensive or can't receive text messages: premium, shared cost, personal, VoIP, pager,
 * fixed, satellite.
 */
const costly: readonly [dialCode: string, phoneNumber: string][] = [
  ['44', '9098790000'],
  ['44', '7012345678'],
  ['44', '8431234567'],
  ['44', '5512345678'],
  ['44', '5612345678'],
  ['44', '7640123456'],
  ['44', '1212345678'],
  ['1', '9002345678'],
  ['1', '8002345678'],
  ['371', '90123456'],
  ['49', '9001234567'],
  ['49', '30123456'],
  ['33', '891123456'],
  ['33', '912345678'],
  ['34', '803123456'],
  ['39', '899123456'],
  ['43', '900123456'],
  ['41', '900123456'],
  ['61', '1900123456'],
  ['61', '1300123456'],
  ['852', '90012345678'],
  ['852', '21234567'],
  ['86', '1012345678'],
  ['86', '8001234567'],
  ['86', '4001234567'],
  ['81', '990123456'],
  ['65', '19001234567'],
  ['7', '8091234567'],
  ['979', '123456789'],
  ['808', '12345678'],
  ['881', '612345678'],
  ['883', '510012345'],
]

const withEnds = ([dialCode, phoneNumber]: readonly [string, string], count: number): Phone[] =>
  Array.from({ length: count }, (_, index) => ({
    dialCode,
    phoneNumber: `${phoneNumber.slice(0, -2)}${String(10 + index)}`,
  }))

export const costlyNumbers = costly.flatMap((number) => withEnds(number, 10))

export const mobileNumbers = (
  [
    ['852', '51234567'],
    ['853', '66123456'],
    ['886', '912345678'],
    ['44', '7400123456'],
    ['81', '9012345678'],
    ['49', '15123456789'],
    ['91', '8123456789'],
    ['371', '21234567'],
  ] as const
).flatMap((number) => withEnds(number, 25))
