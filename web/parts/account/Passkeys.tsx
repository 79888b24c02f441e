import type { App } from '@handsfree/core'
import type { Passkey } from '@handsfree/core/contract'
import { formatTime } from '@handsfree/core/i18n'
import {
  type PasskeysActor,
  passkeyProblemText,
  selectCanAddPasskey,
  selectIsLastPasskey,
  selectIsPasskeyNameless,
  selectPasskeys,
  selectPasskeysAreBusy,
  selectPasskeysProblem,
  selectPasskeysReading,
  selectRemovedPasskey,
  selectRenamedPasskey,
} from '@handsfree/core/passkeys'
import { useSelector } from '@xstate/react'
import { KeyRound, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import {
  Alert,
  Button,
  Card,
  ConfirmDialog,
  Field,
  IconButton,
  Loading,
  Row,
  Sheet,
  Skeleton,
  TextControl,
} from '../../ui/index.ts'
import { FailureAlert } from '../reading/FailureAlert.tsx'
import { ReadingStaleAlert } from '../reading/ReadingStaleAlert.tsx'
import { useReading } from '../reading/useReading.ts'
import styles from './Passkeys.module.css'

export type PasskeysProps = {
  create: (app: App) => PasskeysActor
  detailId: 'passkeys.detail' | 'passkeys.detailCrew'
}

/** Passkeys of a traveller or an employee. */
export function Passkeys({ create, detailId }: PasskeysProps) {
  const intl = useIntl()
  const actor = useScreenActor(create)
  const reading = useSelector(actor, selectPasskeysReading)
  const list = useSelector(actor, selectPasskeys)
  const { hasFailed, problem: readProblem, retry } = useReading(reading)
  if (hasFailed && readProblem) return <FailureAlert failure={readProblem} onRetry={retry} />
  if (!list) {
    return (
      <Loading label={intl.formatMessage({ id: 'passkeys.loading' })}>
        <Skeleton shape="block" height="72px" />
      </Loading>
    )
  }
  return (
    <div className={styles.part}>
      <ReadingStaleAlert reading={reading} />
      <p className="soft">
        <FormattedMessage id={detailId} />
      </p>
      {list.length > 0 && (
        <Card kind="rows">
          {list.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} actor={actor} passkey={passkey} />
          ))}
        </Card>
      )}
      <AddPart actor={actor} isEmpty={list.length === 0} />
      <RenameSheet actor={actor} />
      <RemoveDialog actor={actor} />
    </div>
  )
}

function AddPart({ actor, isEmpty }: { actor: PasskeysActor; isEmpty: boolean }) {
  const intl = useIntl()
  const canAdd = useSelector(actor, selectCanAddPasskey)
  const problem = useSelector(actor, selectPasskeysProblem)
  const isIdle = useSelector(actor, (snapshot) => snapshot.matches('idle'))
  const isAdding = useSelector(actor, (snapshot) => snapshot.matches('adding'))
  const isAdded = useSelector(actor, (snapshot) => snapshot.matches({ idle: 'added' }))
  if (!canAdd) {
    return (
      <p className="soft">
        <FormattedMessage id="passkeys.missing" />
      </p>
    )
  }
  return (
    <>
      {isEmpty && (
        <p>
          <FormattedMessage id="passkeys.none" />
        </p>
      )}
      {isAdded && (
        <Alert tone="mint">
          <FormattedMessage id="passkeys.added" />
        </Alert>
      )}
      {isIdle && problem && (
        <Alert tone="coral" panel>
          {passkeyProblemText(intl, problem)}
        </Alert>
      )}
      <Button kind="ghost" busy={isAdding} onClick={() => actor.send({ type: 'passkey.add' })}>
        <FormattedMessage id="passkeys.add" />
      </Button>
    </>
  )
}

function PasskeyRow({ actor, passkey }: { actor: PasskeysActor; passkey: Passkey }) {
  const intl = useIntl()
  const { clock, platform } = useApp()
  const { passkeyId, createTime, useTime } = passkey
  const name = passkey.name || intl.formatMessage({ id: 'passkeys.unnamed' })
  const time = formatTime(useTime ?? createTime, {
    timeZone: platform.timeZone(),
    now: clock.now(),
    intl,
    inSentence: true,
  })
  return (
    <Row
      icon={<KeyRound size={20} />}
      title={name}
      detail={<FormattedMessage id={useTime ? 'passkeys.lastUsed' : 'passkeys.unused'} values={{ time }} />}
      end={
        <span className={styles.actions}>
          <IconButton
            label={intl.formatMessage({ id: 'passkeys.rename' }, { name })}
            onClick={() => actor.send({ type: 'passkey.rename', passkeyId })}
          >
            <Pencil size={20} />
          </IconButton>
          <Button
            kind="ghost"
            size="small"
            aria-label={intl.formatMessage({ id: 'passkeys.remove' }, { name })}
            onClick={() => actor.send({ type: 'passkey.remove', passkeyId })}
          >
            <FormattedMessage id="passkeys.removeShort" />
          </Button>
        </span>
      }
    />
  )
}

function RenameSheet({ actor }: { actor: PasskeysActor }) {
  const intl = useIntl()
  const renamed = useSelector(actor, selectRenamedPasskey)
  const problem = useSelector(actor, selectPasskeysProblem)
  const isNameless = useSelector(actor, selectIsPasskeyNameless)
  const isBusy = useSelector(actor, selectPasskeysAreBusy)
  // Keeps its content during the closing animation.
  const [shown, setShown] = useState(renamed)
  if (renamed && renamed !== shown) setShown(renamed)
  if (!shown) return null
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    actor.send({ type: 'name.save' })
  }
  return (
    <Sheet
      open={renamed !== null}
      onClose={() => actor.send({ type: 'passkey.dismiss' })}
      title={intl.formatMessage({ id: 'passkeys.renameTitle' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <form className={styles.part} noValidate onSubmit={save}>
        {problem && (
          <Alert tone="coral" panel>
            {passkeyProblemText(intl, problem)}
          </Alert>
        )}
        <Field
          label={intl.formatMessage({ id: 'passkeys.name' })}
          error={isNameless ? intl.formatMessage({ id: 'passkeys.nameRequired' }) : undefined}
        >
          <TextControl
            autoComplete="off"
            enterKeyHint="done"
            maxLength={60}
            readOnly={isBusy}
            value={shown.name}
            onChange={({ currentTarget }) => actor.send({ type: 'name.change', name: currentTarget.value })}
          />
        </Field>
        <Button type="submit" busy={isBusy}>
          <FormattedMessage id="passkeys.save" />
        </Button>
      </form>
    </Sheet>
  )
}

function RemoveDialog({ actor }: { actor: PasskeysActor }) {
  const intl = useIntl()
  const removed = useSelector(actor, selectRemovedPasskey)
  const problem = useSelector(actor, selectPasskeysProblem)
  const isLast = useSelector(actor, selectIsLastPasskey)
  const isBusy = useSelector(actor, selectPasskeysAreBusy)
  // Keeps its content during the closing animation.
  const [shown, setShown] = useState<{ name: string; isLast: boolean }>()
  if (removed && (removed.name !== shown?.name || isLast !== shown.isLast)) {
    setShown({ name: removed.name, isLast })
  }
  if (!shown) return null
  const name = shown.name || intl.formatMessage({ id: 'passkeys.unnamed' })
  return (
    <ConfirmDialog
      open={removed !== null}
      onClose={() => actor.send({ type: 'passkey.dismiss' })}
      title={intl.formatMessage({ id: 'passkeys.removeTitle' }, { name })}
      description={
        problem
          ? passkeyProblemText(intl, problem)
          : intl.formatMessage({ id: shown.isLast ? 'passkeys.removeLastDetail' : 'passkeys.removeDetail' })
      }
      cancelLabel={intl.formatMessage({ id: 'passkeys.keep' })}
      confirm={
        <Button kind="coral" busy={isBusy} onClick={() => actor.send({ type: 'passkey.confirm' })}>
          <FormattedMessage id="passkeys.removeConfirm" />
        </Button>
      }
    />
  )
}
