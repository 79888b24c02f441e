import { selectIsCameraBarred, selectIsCameraOff } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Flashlight, FlashlightOff } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { useDestination } from '../../order/useDestination.ts'
import { createScanner } from '../../scanner/create-scanner.ts'
import { createTorch, type Torch } from '../../scanner/torch.ts'
import { Headline, IconButton } from '../../ui/index.ts'
import { NoCamera } from './NoCamera.tsx'
import { OtherWays } from './OtherWays.tsx'
import styles from './Scan.module.css'
import { Viewfinder } from './Viewfinder.tsx'

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
          <OnlyOtherWays />
        ) : isOff ? (
          <NoCamera scanner={scanner} />
        ) : (
          <Viewfinder scanner={scanner} opening={opening} />
        )}
        <OtherWays scanner={scanner} startPath={pathOn('/start')} isFirst={isBarred} />
      </main>
    </div>
  )
}

const OnlyOtherWays = () => (
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
