import CZeroMQ
public import Models

/// The keys of a process: its own pairs, and the public keys of all services.
public struct CurveConfiguration: Sendable {
    static let domain = "balise"

    /// The pairs of the services in this process.
    public var own: [ServiceName: CurveKeyPair]
    /// The public keys of all services that may connect, or be connected to.
    public var known: [ServiceName: CurvePublicKey]

    public init(own: [ServiceName: CurveKeyPair], known: [ServiceName: CurvePublicKey]) {
        (self.own, self.known) = (own, known)
    }

    func secure(_ socket: ZeroMQSocket, listeningAs service: ServiceName) throws(BusSetupError) {
        guard let pair = own[service] else { throw .noSecretKey(service) }
        try socket.set(domain: CurveConfiguration.domain)
        try socket.set(ZMQ_CURVE_SERVER, 1)
        try socket.set(ZMQ_CURVE_SECRETKEY, pair.secretKey.text)
    }

    /// Connects only to the owner of the service's secret key.
    func secure(_ socket: ZeroMQSocket, callingAs caller: ServiceName, to service: ServiceName) throws(BusSetupError) {
        guard let pair = own[caller] else { throw .noSecretKey(caller) }
        guard let serverKey = known[service] else { throw .noPublicKey(service) }
        try socket.set(ZMQ_CURVE_SERVERKEY, serverKey.text)
        try socket.set(ZMQ_CURVE_PUBLICKEY, pair.publicKey.text)
        try socket.set(ZMQ_CURVE_SECRETKEY, pair.secretKey.text)
    }
}
