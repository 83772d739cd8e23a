/// A tcp socket that listens and never accepts: the system completes connections, and they stay silent.
final class SilentListener {
    private let descriptor: Int32

    init(at endpoint: Endpoint) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = try #require(endpoint.text.split(separator: ":").last.flatMap { UInt16($0) }).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        try #require(listen(descriptor, 16) == 0)
    }

    func close() { _ = Foundation.close(descriptor) }
}
