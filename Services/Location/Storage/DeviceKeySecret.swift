// The installation's secret under which device keys are hashed.

import Foundation
import Storage

extension SecretFile {
    /// The file of the device keys' secret. Without it no device key can be proven any more.
    static func deviceKeys(at url: URL) -> SecretFile {
        SecretFile(
            url, name: "the secret of the device keys",
            ifLost:
                """
                If it is lost for good, no stored device key works any more; make a new one with: \
                head -c \(length) /dev/urandom > \(url.path)
                """)
    }
}
