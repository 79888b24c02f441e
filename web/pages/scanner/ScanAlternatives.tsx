import type { ScannerActor } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Keyboard, Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from '../../parts/scanner/CameraStage.module.css'
import { PictureButton, PictureProblem } from '../../parts/scanner/CameraStage.tsx'
import { Button, Field, Sheet, TextControl } from '../../ui/index.ts'

type ScanAlternativesProps = {
  scanner: ScannerActor
  startPath: string
  isFirst?: boolean
}

export function ScanAlternatives({ scanner, startPath, isFirst = false }: ScanAlternativesProps) {
  const [isTyping, setIsTyping] = useState(false)
  const closeTyping = () => {
    scanner.send({ type: 'code.discard' })
    setIsTyping(false)
  }
  const album = <PictureButton key="album" scanner={scanner} />
  const typed = (
    <Button
      key="typed"
      kind="ghost"
      size="small"
      icon={<Keyboard size={20} />}
      onClick={() => setIsTyping(true)}
    >
      <FormattedMessage id="scan.typeCode" />
    </Button>
  )
  const byName = (
    <Button
      key="name"
      kind={isFirst ? 'gold' : 'ghost'}
      size="small"
      icon={<Search size={20} />}
      href={startPath}
    >
      <FormattedMessage id="scan.byName" />
    </Button>
  )
  return (
    <div className={styles.panel} data-first={isFirst || undefined}>
      <PictureProblem scanner={scanner} foreign={<FormattedMessage id="scan.foreignPicture" />} />
      <div className={styles.ways}>{isFirst ? [byName, typed, album] : [album, typed, byName]}</div>
      <TypeCodeSheet scanner={scanner} open={isTyping} onClose={closeTyping} />
    </div>
  )
}

type TypeCodeSheetProps = { scanner: ScannerActor; open: boolean; onClose: () => void }

function TypeCodeSheet({ scanner, open, onClose }: TypeCodeSheetProps) {
  const intl = useIntl()
  const formId = useId()
  const typing = useSelector(scanner, ({ value }) =>
    typeof value === 'object' ? value.looking.typing : 'pristine',
  )
  const error = {
    wrong: 'scan.wrongCode',
    unknown: 'scan.unknownCode',
    pristine: null,
    checking: null,
  } as const
  const errorKey = error[typing]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('code')
    scanner.send({ type: 'code.type', text: typeof text === 'string' ? text : '' })
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={intl.formatMessage({ id: 'scan.typeCode' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button type="submit" form={formId} busy={typing === 'checking'}>
          <FormattedMessage id="scan.useCode" />
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          label={intl.formatMessage({ id: 'scan.code' })}
          hint={intl.formatMessage({ id: 'scan.codeHint' })}
          error={errorKey ? intl.formatMessage({ id: errorKey }) : undefined}
        >
          <TextControl
            name="code"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
          />
        </Field>
      </form>
    </Sheet>
  )
}
