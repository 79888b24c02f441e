import {
  type ScannerActor,
  selectIsCameraBarred,
  selectIsCameraDenied,
  selectIsCameraOff,
} from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Flashlight, FlashlightOff } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { useDestination } from '../../parts/booking/useDestination.ts'
import {
  Alert,
  Button,
  EmptyState,
  Headline,
  IconButton,
  SleepingCameraPicture,
  TextLink,
} from '../../ui/index.ts'
import { createScanner } from './create-scanner.ts'
import styles from './Scan.module.css'
import { ScanAlternatives } from './ScanAlternatives.tsx'
import { createTorch, type Torch } from './torch.ts'

export default function Scan() {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [torch] = useState(createTorch)
  const { pathOn, opening, begin } = useDestination()
  const scanner = useScreenActor((app) =>
    createScanner(app, { video: () => video.current, torch }, (path) => begin(path, { replace: true })),
  )
  const isBarred = useSelector(scanner, selectIsCameraBarred)
  const isOff = useSelector(scanner, selectIsCameraOff)
  return (
    <div className={styles.screen} data-off={isOff || undefined}>
      <div className={styles.picture} aria-hidden="true">
        <video ref={video} muted playsInline disablePictureInPicture tabIndex={-1} />
      </div>
      <div className={styles.bar}>
        <BackBar
          title={intl.formatMessage({ id: 'scan.title' })}
          actions={
            <>
              <TorchButton torch={torch} />
              <LanguageSwitch />
            </>
          }
        />
      </div>
      <main className={styles.main} tabIndex={-1}>
        {isBarred ? (
          <BarredCamera />
        ) : isOff ? (
          <NoCamera scanner={scanner} />
        ) : (
          <Viewfinder scanner={scanner} opening={opening} />
        )}
        <ScanAlternatives scanner={scanner} startPath={pathOn('/start')} isFirst={isBarred} />
      </main>
    </div>
  )
}

const BarredCamera = () => (
  <div className={styles.words}>
    <Headline level={2} detail={<FormattedMessage id="scan.barredDetail" />}>
      <FormattedMessage id="scan.barred" />
    </Headline>
  </div>
)

function TorchButton({ torch }: { torch: Torch }) {
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

function NoCamera({ scanner }: { scanner: ScannerActor }) {
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

function Viewfinder({ scanner, opening }: { scanner: ScannerActor; opening: string | null }) {
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
              <FormattedMessage id="scan.foreign" />
            </Alert>
          </div>
        ) : (
          <p className={styles.hint} role="status">
            <FormattedMessage id={opening ? 'common.loading' : isAsking ? 'scan.allowCamera' : 'scan.hint'} />
          </p>
        )}
      </div>
    </div>
  )
}
