import { promiseValues } from '@handsfree/core/i18n'
import {
  BadgeDollarSign,
  Ban,
  Camera,
  Flame,
  IdCard,
  Layers,
  type LucideIcon,
  PawPrint,
  Pill,
  Ruler,
  ShieldCheck,
} from 'lucide-react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { Alert, Card, Headline, Page, Row, Section } from '../../ui/index.ts'
import { InfoSteps } from './InfoSteps.tsx'
import styles from './LuggageNotice.module.css'

type Line = { id: MessageKeyUnder<'luggageNotice'>; Icon: LucideIcon }

const allowedItems: readonly Line[] = [
  { id: 'size', Icon: Ruler },
  { id: 'count', Icon: Layers },
  { id: 'condition', Icon: ShieldCheck },
  { id: 'photos', Icon: Camera },
]
const forbiddenItems: readonly Line[] = [
  { id: 'valuables', Icon: BadgeDollarSign },
  { id: 'documents', Icon: IdCard },
  { id: 'medicine', Icon: Pill },
  { id: 'living', Icon: PawPrint },
  { id: 'dangerous', Icon: Flame },
  { id: 'forbidden', Icon: Ban },
]
const steps = ['count', 'seal', 'show', 'check'] as const

export default function LuggageNotice() {
  const intl = useIntl()
  const values = promiseValues(intl)
  const text = (id: MessageKeyUnder<'luggageNotice'>) =>
    intl.formatMessage({ id: `luggageNotice.${id}` }, values)
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={text('detail')}>{text('title')}</Headline>
      <Section title={text('may')}>
        <Lines lines={allowedItems} text={text} />
      </Section>
      <Section title={text('mayNot')}>
        <div className={styles.forbidden}>
          <Lines lines={forbiddenItems} text={text} />
          <Alert tone="sky" panel>
            {text('noCover')}
          </Alert>
        </div>
      </Section>
      <Section title={text('sealing')}>
        <InfoSteps steps={steps.map((step) => intl.formatMessage({ id: `luggageNotice.step.${step}` }))} />
      </Section>
      <InfoLinks to={['faq', 'terms']} />
    </Page>
  )
}

const Lines = ({ lines, text }: { lines: readonly Line[]; text: (id: Line['id']) => string }) => (
  <Card kind="rows">
    {lines.map(({ id, Icon }) => (
      <Row key={id} icon={<Icon size={20} />} title={text(id)} />
    ))}
  </Card>
)
