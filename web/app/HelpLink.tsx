import { CircleQuestionMark } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconButton } from '../ui/index.ts'

/** At the end of a page's bar, throughout ordering. The page it opens ends with the hotline. */
export const HelpLink = () => (
  <IconButton href="/faq" label={useIntl().formatMessage({ id: 'common.help' })}>
    <CircleQuestionMark size={22} aria-hidden="true" />
  </IconButton>
)
