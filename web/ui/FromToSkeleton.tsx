import styles from './FromTo.module.css'
import { Skeleton } from './Skeleton.tsx'

/** In the shape of `FromTo`, inside `Loading`. */
export const FromToSkeleton = () => (
  <div>
    {['62%', '74%'].map((width) => (
      <div className={styles.stop} key={width}>
        <div className={styles.bones}>
          <Skeleton width={width} height="18px" />
          <Skeleton width="48%" height="13px" />
        </div>
      </div>
    ))}
  </div>
)
