import type { ScannerActor } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Image, Keyboard, Search } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, Field, Sheet, TextControl } from '../../ui/index.ts'
import styles from './Scan.module.css'

type ScanAlternativesProps = {
  scanner: ScannerActor
  startPath: string
  isFirst?: boolean
}

export function ScanAlternatives({ scanner, startPath, isFirst = false }: ScanAlternativesProps) {
  const intl = useIntl()
  const [isTyping, setIsTyping] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const picture = useSelector(scanner, (snapshot) =>
    typeof snapshot.value === 'object' ? snapshot.value.looking.picture : 'none',
  )
  const closeTyping = () => {
    scanner.send({ type: 'code.discard' })
    setIsTyping(false)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [source] = target.files ?? []
    if (source) scanner.send({ type: 'picture.choose', source })
    target.value = ''
  }
  const album = (
    <Button
      key="album"
      kind="ghost"
      size="small"
      icon={<Image size={20} />}
      busy={picture === 'reading'}
      onClick={() => file.current?.click()}
    >
      <FormattedMessage id={picture === 'reading' ? 'scan.readingPicture' : 'scan.choosePicture'} />
    </Button>
  )
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
      {(picture === 'foreign' || picture === 'unreadable') && (
        <Alert tone="coral">
          <FormattedMessage id={picture === 'foreign' ? 'scan.foreignPicture' : 'scan.unreadablePicture'} />
        </Alert>
      )}
      <div className={styles.ways}>{isFirst ? [byName, typed, album] : [album, typed, byName]}</div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={intl.formatMessage({ id: 'scan.choosePicture' })}
        onChange={choose}
      />
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
