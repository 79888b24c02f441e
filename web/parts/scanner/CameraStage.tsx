import { type ScannerActor, selectIsCameraDenied } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Flashlight, FlashlightOff, Image } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  Alert,
  Button,
  EmptyState,
  Headline,
  IconButton,
  SleepingCameraPicture,
  TextLink,
} from '../../ui/index.ts'
import styles from './CameraStage.module.css'
import type { Torch } from './torch.ts'

export const BarredCamera = () => (
  <div className={styles.words}>
    <Headline level={2} detail={<FormattedMessage id="scan.barredDetail" />}>
      <FormattedMessage id="scan.barred" />
    </Headline>
  </div>
)

export function TorchButton({ torch }: { torch: Torch }) {
  const intl = useIntl()
  const state = useSyncExternalStore(torch.subscribe, torch.get)
  if (state === 'none') return null
  const isOn = state === 'on'
  return (
    <IconButton
      label={intl.formatMessage({ id: 'scan.torch' })}
      aria-pressed={isOn}
      onClick={() => torch.toggle()}
    >
      {isOn ? <FlashlightOff size={22} /> : <Flashlight size={22} />}
    </IconButton>
  )
}

export function NoCamera({ scanner }: { scanner: ScannerActor }) {
  const isDenied = useSelector(scanner, selectIsCameraDenied)
  const canRetry = useSelector(scanner, (snapshot) => snapshot.can({ type: 'camera.retry' }))
  return (
    <div className={styles.asleep}>
      <EmptyState
        role="status"
        picture={<SleepingCameraPicture />}
        title={<FormattedMessage id={isDenied ? 'scan.allowCamera' : 'scan.noCamera'} />}
        action={
          <Button size="regular" disabled={!canRetry} onClick={() => scanner.send({ type: 'camera.retry' })}>
            <FormattedMessage id="scan.retryCamera" />
          </Button>
        }
      >
        <FormattedMessage id={isDenied ? 'scan.allowCameraDetail' : 'scan.noCameraDetail'} />
      </EmptyState>
    </div>
  )
}

export type ViewfinderProps = {
  scanner: ScannerActor
  /** Names the camera’s target. */
  hint: ReactNode
  /** Shown for a code that isn't wanted. */
  foreign: ReactNode
}

export function Viewfinder({ scanner, hint, foreign }: ViewfinderProps) {
  const isAsking = useSelector(scanner, (snapshot) =>
    snapshot.matches({ looking: { camera: { on: 'asking' } } }),
  )
  const canScanAgain = useSelector(scanner, (snapshot) => snapshot.can({ type: 'scan.again' }))
  return (
    <div className={styles.stage}>
      <div className={styles.cutout} data-foreign={canScanAgain || undefined} />
      <div className={styles.below}>
        {canScanAgain ? (
          <div className={styles.alert}>
            <Alert
              tone="coral"
              panel
              action={
                <TextLink onClick={() => scanner.send({ type: 'scan.again' })}>
                  <FormattedMessage id="scan.again" />
                </TextLink>
              }
            >
              {foreign}
            </Alert>
          </div>
        ) : (
          <p className={styles.hint} role="status">
            {isAsking ? <FormattedMessage id="scan.allowCamera" /> : hint}
          </p>
        )}
      </div>
    </div>
  )
}

const usePicture = (scanner: ScannerActor) =>
  useSelector(scanner, (snapshot) =>
    typeof snapshot.value === 'object' ? snapshot.value.looking.picture : 'none',
  )

/** Reads the code from a picture of the album. */
export function PictureButton({ scanner }: { scanner: ScannerActor }) {
  const intl = useIntl()
  const file = useRef<HTMLInputElement>(null)
  const isReading = usePicture(scanner) === 'reading'
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [source] = target.files ?? []
    if (source) scanner.send({ type: 'picture.choose', source })
    target.value = ''
  }
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        icon={<Image size={20} />}
        busy={isReading}
        onClick={() => file.current?.click()}
      >
        <FormattedMessage id={isReading ? 'scan.readingPicture' : 'scan.choosePicture'} />
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={intl.formatMessage({ id: 'scan.choosePicture' })}
        onChange={choose}
      />
    </>
  )
}

type PictureProblemProps = { scanner: ScannerActor; foreign: ReactNode }

export function PictureProblem({ scanner, foreign }: PictureProblemProps) {
  const picture = usePicture(scanner)
  if (picture !== 'foreign' && picture !== 'unreadable') return null
  return (
    <Alert tone="coral">
      {picture === 'foreign' ? foreign : <FormattedMessage id="scan.unreadablePicture" />}
    </Alert>
  )
}
