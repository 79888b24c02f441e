import { PhoneEntry } from './PhoneEntry.tsx'

export default function SignIn() {
  return <PhoneEntry />
}
