import type { ScannerActor } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { type FormEvent, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, Field, Sheet, TextControl } from '../../ui/index.ts'

type TypeCodeSheetProps = { scanner: ScannerActor; open: boolean; onClose: () => void }

export function TypeCodeSheet({ scanner, open, onClose }: TypeCodeSheetProps) {
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
