import type { OperatorOrder } from '@handsfree/core/contract'
import {
  createPickupConfirmation,
  createShelfMove,
  type DeskTaskActor,
  isStoredAt,
  needsPickupConfirmation,
  type StopActor,
  selectIsTaskBusy,
  selectIsTaskOpen,
  selectStopReading,
  selectTaskEntry,
  selectTaskProblem,
} from '@handsfree/core/crew'
import { failureText, joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { ArrowLeftRight, PackageCheck, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Alert, Button, Card, Checkbox, Field, Section, Sheet, TextControl } from '../ui/index.ts'
import styles from './DeskTools.module.css'
import { useMember } from './member.ts'
import { printLabels, printOrderCard } from './print.tsx'

type DeskToolsProps = { stop: StopActor; order: OperatorOrder }

/** A desk’s own tools: confirm a pickup, move bags between shelves, print. */
export function DeskTools({ stop, order }: DeskToolsProps) {
  const intl = useIntl()
  const { site } = useMember()
  const siteId = site?.siteId ?? ''
  const isStored = isStoredAt(order, siteId)
  return (
    <>
      {needsPickupConfirmation(order, siteId) && <PickupConfirmation stop={stop} order={order} />}
      <div className={styles.tools}>
        {isStored && <ShelfMove stop={stop} order={order} />}
        {order.bags.length > 0 && (
          <Button
            kind="ghost"
            size="small"
            icon={<Printer size={20} aria-hidden="true" />}
            onClick={() => printLabels(intl, order, isStored)}
          >
            <FormattedMessage id={isStored ? 'crewPrint.shelfLabels' : 'crewPrint.tags'} />
          </Button>
        )}
        <Button
          kind="ghost"
          size="small"
          icon={<Printer size={20} aria-hidden="true" />}
          onClick={() => printOrderCard(intl, order)}
        >
          <FormattedMessage id="crewPrint.card" />
        </Button>
      </div>
    </>
  )
}

/** An order is read again after the task, because the server moved or logged it. */
const createTask = (task: DeskTaskActor, stop: StopActor): DeskTaskActor => {
  task.on('task.done', () => selectStopReading(stop.getSnapshot())?.send({ type: 'reading.hint' }))
  return task
}

function PickupConfirmation({ stop, order }: DeskToolsProps) {
  const intl = useIntl()
  const task = useScreenActor((app) => createTask(createPickupConfirmation(app, order.orderId), stop))
  const { courier, bags } = order
  const tagCodes = bags.map(({ tagCode }) => tagCode)
  return (
    <Section title={intl.formatMessage({ id: 'crewPickupConfirm.title' })}>
      <Card>
        <p>
          <FormattedMessage
            id="crewPickupConfirm.took"
            values={{
              courier: courier?.name ?? '',
              plate: courier?.plate ?? '',
              count: bags.length,
            }}
          />
        </p>
        <div className={styles.confirm}>
          <Button
            icon={<PackageCheck size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => task.send({ type: 'task.open', entry: { tagCodes, text: '' } })}
          >
            <FormattedMessage id="crewPickupConfirm.open" />
          </Button>
        </div>
      </Card>
      <TaskSheet
        task={task}
        tagCodes={tagCodes}
        formId="pickup-confirm"
        title={intl.formatMessage({ id: 'crewPickupConfirm.open' })}
        description={intl.formatMessage({ id: 'crewPickupConfirm.detail' })}
        submit={intl.formatMessage({ id: 'crewPickupConfirm.submit' })}
      />
    </Section>
  )
}

/** Characters of a shelf (contract). */
const maxShelfLength = 20

function ShelfMove({ stop, order }: DeskToolsProps) {
  const intl = useIntl()
  const task = useScreenActor((app) => createTask(createShelfMove(app, order.orderId), stop))
  const { text } = useSelector(task, selectTaskEntry)
  const isBusy = useSelector(task, selectIsTaskBusy)
  const tagCodes = order.bags.map(({ tagCode }) => tagCode)
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        icon={<ArrowLeftRight size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => task.send({ type: 'task.open', entry: { tagCodes, text: '' } })}
      >
        <FormattedMessage id="crewShelf.move" />
      </Button>
      <TaskSheet
        task={task}
        tagCodes={tagCodes}
        formId="shelf"
        title={intl.formatMessage({ id: 'crewShelf.move' })}
        description={intl.formatMessage({ id: 'crewShelf.detail' })}
        submit={intl.formatMessage({ id: 'crewShelf.submit' })}
      >
        <Field label={intl.formatMessage({ id: 'crewShelf.new' })}>
          <TextControl
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={maxShelfLength}
            readOnly={isBusy}
            value={text}
            onChange={({ currentTarget }) =>
              task.send({ type: 'task.change', entry: { text: currentTarget.value } })
            }
          />
        </Field>
      </TaskSheet>
    </>
  )
}

type TaskSheetProps = {
  task: DeskTaskActor
  tagCodes: readonly string[]
  formId: string
  title: string
  description: string
  submit: string
  children?: ReactNode
}

function TaskSheet({ task, tagCodes, formId, title, description, submit, children }: TaskSheetProps) {
  const intl = useIntl()
  const isOpen = useSelector(task, selectIsTaskOpen)
  const entry = useSelector(task, selectTaskEntry)
  const problem = useSelector(task, selectTaskProblem)
  const isBusy = useSelector(task, selectIsTaskBusy)
  const canSend = useSelector(task, (snapshot) => snapshot.can({ type: 'task.send' }))
  const toggle = (tagCode: string, isChosen: boolean) =>
    task.send({
      type: 'task.change',
      entry: {
        tagCodes: tagCodes.filter((code) => (code === tagCode ? isChosen : entry.tagCodes.includes(code))),
      },
    })
  return (
    <Sheet
      open={isOpen}
      onClose={() => task.send({ type: 'task.drop' })}
      title={title}
      description={description}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button size="large" type="submit" form={formId} busy={isBusy} disabled={!canSend && !isBusy}>
          {submit}
        </Button>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          task.send({ type: 'task.send' })
        }}
      >
        {problem && (
          <Alert tone="coral" panel>
            {failureText(intl, problem)}
          </Alert>
        )}
        <fieldset className={styles.tags}>
          <legend className={styles.legend}>
            {joinParts([
              intl.formatMessage({ id: 'crewOrder.bags' }),
              `${entry.tagCodes.length} / ${tagCodes.length}`,
            ])}
          </legend>
          {tagCodes.map((tagCode) => (
            <Checkbox
              key={tagCode}
              label={intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}
              checked={entry.tagCodes.includes(tagCode)}
              disabled={isBusy}
              onChange={(isChosen) => toggle(tagCode, isChosen)}
            />
          ))}
        </fieldset>
        {children}
      </form>
    </Sheet>
  )
}
