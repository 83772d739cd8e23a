import Crypto
import Foundation

/// The chunks of a payload: STREAM with ChaCha20-Poly1305 (C2SP age.md, "Payload").
struct AgeStream {
    static let nonceLength = 16
    static let chunkLength = 64 * 1024
    static let tagLength = 16

    private let key: SymmetricKey
    /// The index of the chunk that is read or written next.
    private(set) var index: UInt64 = 0

    init(fileKey: [UInt8], nonce: [UInt8]) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: fileKey), salt: nonce, info: Array("payload".utf8),
            outputByteCount: 32)
    }

    mutating func seal(_ chunk: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]) throws {
        let box = try ChaChaPoly.seal(chunk, using: key, nonce: nonce(isLast))
        output += box.ciphertext
        output += box.tag
        index += 1
    }

    /// Decrypts a chunk; nil if the bytes were altered or belong to another position.
    mutating func open(_ chunk: ArraySlice<UInt8>, isLast: Bool) -> Data? {
        guard chunk.count >= Self.tagLength,
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce(isLast), ciphertext: chunk.dropLast(Self.tagLength), tag: chunk.suffix(Self.tagLength)),
            let bytes = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        index += 1
        return bytes
    }

    /// Returns the nonce: the index in 11 bytes, and a byte that marks the last chunk.
    private func nonce(_ isLast: Bool) throws -> ChaChaPoly.Nonce {
        let counter = withUnsafeBytes(of: index.bigEndian) { Array($0) }
        let bytes: [UInt8] = [0, 0, 0] + counter + [isLast ? 1 : 0]
        return try ChaChaPoly.Nonce(data: bytes)
    }
}
