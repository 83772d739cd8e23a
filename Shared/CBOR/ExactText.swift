// Text from bytes that may be no UTF-8.

import Foundation

extension String {
    /// The text that has these bytes, or nil when they are not UTF-8.
    ///
    /// The standard library's `init(validating:as:)` takes twice as long, since its generic code is not specialised.
    @inline(__always)
    init?(exactly bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 was repaired, and then is no longer what it was.
        let isSame = withUTF8 { utf8 in
            guard let mine = utf8.baseAddress, let others = bytes.baseAddress, utf8.count == bytes.count else {
                return utf8.isEmpty && bytes.isEmpty
            }
            return memcmp(mine, others, bytes.count) == 0
        }
        guard isSame else { return nil }
    }
}
