import { demoStaticKey, demoToken } from '@handsfree/core/api'
import type { Company } from '@handsfree/core/contract'

const demoCompany = {
  registration: 'DEMO 0000 0731',
  email: 'help@bags.example',
  icpNumber: '沪ICP备00000000号-1',
  taxNumber: 'DEMO 000000',
  taxRates: [] as Company['taxRates'],
}

/** Demo defaults. Public, so production rejects them. */
export const demoValues = {
  hotline: '+86 21 0000 0731',
  staticKey: demoStaticKey,
  operatorToken: demoToken('operator'),
  company: {
    'en-US': {
      ...demoCompany,
      name: 'Handsfree Demo Ltd.',
      address: '1 Example Road, Shanghai',
    },
    'zh-CN': { ...demoCompany, name: '行李无忧演示有限公司', address: '上海市示例路1号' },
  },
} as const
