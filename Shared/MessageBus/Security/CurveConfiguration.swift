// The keys that a process has, and how its sockets use them.

import CZeroMQ
public import Models

/// The keys that a process has: its own pairs, and the public keys of all services.
public struct CurveConfiguration: Sendable {
    static let domain = "balise"

    /// The pairs of the services that this process hosts.
    public var own: [ServiceName: CurveKeyPair]
    /// The public keys of everybody who may connect, or be connected to.
    public var known: [ServiceName: CurvePublicKey]

    /// Pairs of this process's services, and everybody's public keys.
    public init(own: [ServiceName: CurveKeyPair], known: [ServiceName: CurvePublicKey]) {
        self.own = own
        self.known = known
    }

    /// Prepares a socket to listen: only connections that the authenticator lets in.
    func secure(_ socket: ZeroMQSocket, listeningAs service: ServiceName) throws(BusSetupError) {
        guard let pair = own[service] else { throw .noSecretKey(service) }
        try socket.set(domain: CurveConfiguration.domain)
        try socket.set(ZMQ_CURVE_SERVER, 1)
        try socket.set(ZMQ_CURVE_SECRETKEY, pair.secretKey.text)
    }

    /// Prepares a socket to connect: only to who has the service's secret key.
    func secure(_ socket: ZeroMQSocket, callingAs caller: ServiceName, to service: ServiceName) throws(BusSetupError) {
        guard let pair = own[caller] else { throw .noSecretKey(caller) }
        guard let serverKey = known[service] else { throw .noPublicKey(service) }
        try socket.set(ZMQ_CURVE_SERVERKEY, serverKey.text)
        try socket.set(ZMQ_CURVE_PUBLICKEY, pair.publicKey.text)
        try socket.set(ZMQ_CURVE_SECRETKEY, pair.secretKey.text)
    }
}
