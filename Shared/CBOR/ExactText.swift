import Foundation

extension String {
    /// Reads UTF-8; nil if the bytes are invalid. The standard library's `init(validating:as:)` takes twice as long,
    /// because it is not specialised.
    @inline(__always)
    init?(exactly bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
        // Decoding repairs invalid UTF-8, so only a comparison with the input shows whether it was valid.
        let isSame = withUTF8 { utf8 in
            guard let mine = utf8.baseAddress, let others = bytes.baseAddress, utf8.count == bytes.count else {
                return utf8.isEmpty && bytes.isEmpty
            }
            return memcmp(mine, others, bytes.count) == 0
        }
        guard isSame else { return nil }
    }
}
