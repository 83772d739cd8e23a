import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes lines to a file descriptor, in order, on its own thread. Above the limit (a reader that does not read) new lines are
/// dropped, and the next line that fits has their number.
public final class LogWriter: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var dropped = 0
        var isScheduled = false
    }

    public static let standardError = LogWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let maximumPending: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "balise.log", qos: .utility)

    public init(descriptor: Int32, maximumPendingBytes: Int = 4 << 20) {
        self.descriptor = descriptor
        maximumPending = maximumPendingBytes
    }

    /// Returns at once.
    func write(_ line: [UInt8]) {
        let mustSchedule = state.withLock { state in
            guard state.pending.count + line.count < maximumPending else {
                state.dropped += 1
                return false
            }
            if state.dropped > 0 {
                state.pending += Array("\(state.dropped) log lines were dropped here\n".utf8)
                state.dropped = 0
            }
            state.pending += line
            state.pending.append(UInt8(ascii: "\n"))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { self.drain() } }
    }

    /// Returns when everything so far was written.
    public func flush() {
        queue.sync { drain() }
    }

    private func drain() {
        while true {
            let bytes = state.withLock { state in
                defer { state.pending = [] }
                if state.pending.isEmpty { state.isScheduled = false }
                return state.pending
            }
            if bytes.isEmpty { return }
            writeAll(bytes)
        }
    }

    /// An unwritable log (closed pipe, full disk) must not stop the service, so errors are ignored.
    private func writeAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, 1000)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return write(descriptor, bytes.baseAddress, bytes.count)
}
