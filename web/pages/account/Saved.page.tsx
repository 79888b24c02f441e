import {
  createSaved,
  type SavedActor,
  selectRemovedEntry,
  selectSavedIsBusy,
  selectSavedList,
  selectSavedProblem,
  selectSavedReading,
} from '@handsfree/core/account'
import type { SavedContent, SavedEntry } from '@handsfree/core/contract'
import { failureText, formatMaskedPhone, joinParts } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { MapPin, Pencil, Trash2, User } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyListPicture,
  EmptyState,
  Halves,
  IconButton,
  Page,
  Row,
  Section,
  Skeleton,
} from '../../ui/index.ts'
import { EditSheet } from './EditSheet.tsx'
import styles from './Saved.module.css'

export default function Saved() {
  const intl = useIntl()
  const actor = useScreenActor(createSaved)
  const list = useSelector(actor, selectSavedList)
  const reading = useSelector(actor, selectSavedReading)
  const bar = <BackBar title={intl.formatMessage({ id: 'saved.title' })} />
  if (list?.length === 0) {
    return (
      <Page bar={bar} centered>
        <EmptyState picture={<EmptyListPicture />} title={intl.formatMessage({ id: 'saved.empty' })}>
          <FormattedMessage id="saved.emptyDetail" />
        </EmptyState>
      </Page>
    )
  }
  if (list) {
    return (
      <Page wide bar={bar}>
        <ReadingStaleAlert reading={reading} />
        <p className="soft">
          <FormattedMessage id="saved.detail" values={policy} />
        </p>
        <Halves>
          <Entries actor={actor} kind="receiver" list={list} />
          <Entries actor={actor} kind="address" list={list} />
        </Halves>
        <EditSheet actor={actor} />
        <RemoveDialog actor={actor} />
      </Page>
    )
  }
  const loading = (
    <LoadingPage wide bar={bar} labelKey="saved.loading">
      <Skeleton width="70%" />
      <Skeleton width="24%" />
      <Card kind="rows">
        {['34%', '28%'].map((width) => (
          <Row
            key={width}
            icon={<Skeleton shape="circle" width="20px" height="20px" />}
            title={<Skeleton width={width} />}
            detail={<Skeleton width="46%" height="13px" />}
          />
        ))}
      </Card>
    </LoadingPage>
  )
  return <ReadingFallback reading={reading} bar={bar} loading={loading} />
}

type EntriesProps = {
  actor: SavedActor
  kind: SavedEntry['content']['kind']
  list: readonly SavedEntry[]
}

function Entries({ actor, kind, list }: EntriesProps) {
  const intl = useIntl()
  const entries = list.filter(({ content }) => content.kind === kind)
  if (entries.length === 0) return null
  const title = intl.formatMessage({ id: kind === 'receiver' ? 'saved.receivers' : 'saved.addresses' })
  return (
    <Section title={title}>
      <Card kind="rows">
        {entries.map((entry) => (
          <Entry key={entry.savedId} actor={actor} entry={entry} />
        ))}
      </Card>
    </Section>
  )
}

function Entry({ actor, entry: { savedId, content, regionName } }: { actor: SavedActor; entry: SavedEntry }) {
  const intl = useIntl()
  const name = nameOf(content)
  const isReceiver = content.kind === 'receiver'
  return (
    <Row
      icon={isReceiver ? <User size={20} /> : <MapPin size={20} />}
      title={name}
      detail={
        isReceiver ? (
          <span className="figures">{formatMaskedPhone(content)}</span>
        ) : (
          joinParts([content.detail, regionName])
        )
      }
      end={
        <span className={styles.actions}>
          <IconButton
            label={intl.formatMessage({ id: 'saved.editNamed' }, { name })}
            onClick={() => actor.send({ type: 'entry.edit', savedId })}
          >
            <Pencil size={20} />
          </IconButton>
          <IconButton
            label={intl.formatMessage({ id: 'saved.removeNamed' }, { name })}
            onClick={() => actor.send({ type: 'entry.remove', savedId })}
          >
            <Trash2 size={20} />
          </IconButton>
        </span>
      }
    />
  )
}

function RemoveDialog({ actor }: { actor: SavedActor }) {
  const intl = useIntl()
  const removedEntry = useSelector(actor, selectRemovedEntry)
  const problem = useSelector(actor, selectSavedProblem)
  const isBusy = useSelector(actor, selectSavedIsBusy)
  // Keeps its content during the closing animation.
  const [shownEntry, setShownEntry] = useState(removedEntry)
  if (removedEntry && removedEntry !== shownEntry) setShownEntry(removedEntry)
  if (!shownEntry) return null
  return (
    <ConfirmDialog
      open={removedEntry !== null}
      onClose={() => actor.send({ type: 'entry.dismiss' })}
      title={intl.formatMessage({ id: 'saved.removeTitle' }, { name: nameOf(shownEntry.content) })}
      description={problem ? failureText(intl, problem) : intl.formatMessage({ id: 'saved.removeDetail' })}
      cancelLabel={intl.formatMessage({ id: 'saved.keep' })}
      confirm={
        <Button kind="coral" busy={isBusy} onClick={() => actor.send({ type: 'entry.confirm' })}>
          <FormattedMessage id="saved.remove" />
        </Button>
      }
    />
  )
}

const nameOf = (content: SavedContent): string =>
  content.kind === 'receiver' ? content.name : content.address
