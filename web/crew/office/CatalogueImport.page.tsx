import type { TextFile } from '@handsfree/core/catalogue'
import {
  type CatalogueImportActor,
  createCatalogueImport,
  selectCheckedFiles,
  selectImportProblem,
  selectImportStage,
} from '@handsfree/core/office'
import { useSelector } from '@xstate/react'
import { Upload } from 'lucide-react'
import type { DragEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { Alert, Button, Loading, Section, Skeleton } from '../../ui/index.ts'
import styles from './CatalogueImport.module.css'
import { ChangeText } from './ChangeText.tsx'
import { OfficePage } from './OfficePage.tsx'

/** The files of dropped folders and files. */
async function droppedFiles({ dataTransfer }: DragEvent): Promise<File[]> {
  const entries = [...dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const filesOf = async (entry: FileSystemEntry): Promise<File[]> => {
    if (entry.isFile)
      return [
        await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      ]
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    const inside = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    return (await Promise.all(inside.filter(({ isFile }) => isFile).map(filesOf))).flat()
  }
  return (await Promise.all(entries.map(filesOf))).flat()
}

/** Reads tables only; other files keep their names, so that a spreadsheet is reported. */
const toTextFile = async (file: File): Promise<TextFile> => ({
  name: file.name,
  text: /\.(csv|json|svg)$/i.test(file.name) ? await file.text() : '',
})

export default function OfficeCatalogueImport() {
  const intl = useIntl()
  const actor = useScreenActor(createCatalogueImport)
  const stage = useSelector(actor, selectImportStage)
  const problem = useSelector(actor, selectImportProblem)
  const choose = async (files: readonly File[]) => {
    if (files.length > 0)
      actor.send({ type: 'files.choose', files: await Promise.all(files.map(toTextFile)) })
  }
  return (
    <OfficePage titleKey="crewOffice.import" fallback="/crew/office/catalogue">
      {(stage === 'choosing' || stage === 'mistaken') && (
        <label
          className={styles.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void droppedFiles(event).then(choose)
          }}
        >
          <Upload size={28} aria-hidden="true" />
          <span>
            <FormattedMessage id="crewOffice.drop" />
          </span>
          <input
            className="unseen"
            type="file"
            multiple
            accept=".csv,.json,.svg"
            onChange={({ currentTarget }) => {
              void choose([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
        </label>
      )}
      {problem && <FailureAlert failure={problem} />}
      {stage === 'checking' && (
        <Loading label={intl.formatMessage({ id: 'crewOffice.checking' })}>
          <Skeleton shape="block" height="120px" />
        </Loading>
      )}
      <Checked actor={actor} />
    </OfficePage>
  )
}

function Checked({ actor }: { actor: CatalogueImportActor }) {
  const intl = useIntl()
  const stage = useSelector(actor, selectImportStage)
  const checked = useSelector(actor, selectCheckedFiles)
  if (checked === null) return null
  const { mistakes, changes } = checked
  if (mistakes.length > 0) {
    return (
      <Section title={intl.formatMessage({ id: 'crewOffice.mistakes' }, { count: mistakes.length })}>
        <ul className={styles.lines}>
          {mistakes.map(({ file, line, message }) => (
            <li key={`${file} ${line} ${message}`}>
              <code>
                {file}:{line}
              </code>{' '}
              {message}
            </li>
          ))}
        </ul>
      </Section>
    )
  }
  return (
    <Section title={intl.formatMessage({ id: 'crewOffice.changes' }, { count: changes.length })}>
      <div className={styles.changes}>
        {stage === 'applied' && (
          <Alert tone="mint" panel>
            <FormattedMessage id="crewOffice.applied" />
          </Alert>
        )}
        <ul className={styles.lines}>
          {changes.map((change) => (
            <li key={`${change.kind} ${change.id}`}>
              <ChangeText {...change} />
            </li>
          ))}
        </ul>
        {stage !== 'applied' && changes.length > 0 && (
          <Button busy={stage === 'applying'} onClick={() => actor.send({ type: 'import.apply' })}>
            <FormattedMessage id="crewOffice.apply" values={{ count: changes.length }} />
          </Button>
        )}
        {stage !== 'applying' && (
          <Button kind="ghost" onClick={() => actor.send({ type: 'import.cancel' })}>
            <FormattedMessage id="crewOffice.otherFiles" />
          </Button>
        )}
      </div>
    </Section>
  )
}
