/// Decrypts a file while it is read. The reader returns only verified bytes, in their order. Only `finish` shows
/// whether the file is complete. Besides its input and output it holds at most one chunk (64 KiB) or the header.
///
/// After an error the reader is unusable.
public struct AgeReader: Sendable {
    private let identities: [AgeIdentity]
    private var stream: AgeStream?
    private var pending: [UInt8] = []

    /// Creates a reader.
    /// - Parameter identities: At least one identity must be a recipient of the file.
    public init(_ identities: [AgeIdentity]) { self.identities = identities }

    /// Takes the next bytes of the file, and returns the next bytes of the content, which may be empty.
    public mutating func read(_ bytes: [UInt8]) throws(AgeError) -> [UInt8] {
        pending += bytes
        guard var stream = try begunStream() else { return [] }
        let length = AgeStream.chunkLength + AgeStream.tagLength
        var output: [UInt8] = []
        var start = 0
        while pending.count - start > length {
            let chunk = pending[start..<start + length]
            guard let opened = stream.open(chunk, isLast: false) else {
                throw stream.open(chunk, isLast: true) == nil ? .alteredChunk(stream.index) : .extended
            }
            output += opened
            start += length
        }
        pending.removeFirst(start)
        self.stream = stream
        return output
    }

    /// Returns the last bytes of the content. If it does not throw, the file was complete. No other call may follow.
    public mutating func finish() throws(AgeError) -> [UInt8] {
        guard var stream, !pending.isEmpty else { throw .truncated }
        let index = stream.index
        if let opened = stream.open(pending[...], isLast: true) {
            // Only an empty file may have an empty chunk.
            guard !opened.isEmpty || index == 0 else { throw .alteredChunk(index) }
            return Array(opened)
        }
        guard stream.open(pending[...], isLast: false) == nil else { throw .truncated }
        throw pending.count < AgeStream.chunkLength + AgeStream.tagLength ? .damagedEnd : .alteredChunk(index)
    }

    /// Returns the stream of chunks; nil until the header and the nonce have been read.
    private mutating func begunStream() throws(AgeError) -> AgeStream? {
        if let stream { return stream }
        guard let (fileKey, length) = try AgeHeader.read(pending, identities),
            pending.count >= length + AgeStream.nonceLength
        else { return nil }
        let nonce = Array(pending[length..<length + AgeStream.nonceLength])
        pending.removeFirst(length + AgeStream.nonceLength)
        let begun = AgeStream(fileKey: fileKey, nonce: nonce)
        stream = begun
        return begun
    }
}
