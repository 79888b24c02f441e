import { PhoneEntry } from './PhoneEntry.tsx'

export default function SignUp() {
  return <PhoneEntry />
}
