// All services in one process: what `balise` hosts.

import AuthSession
import Edge
import Identity
import Location
import Preferences
import Push
public import ServiceRuntime

/// All services in one process.
public enum AllInOne {
    /// In the order of their start; they stop in the reverse one, so the edge stops taking requests first.
    public static let services: [any HostedService.Type] = [
        IdentityService.self, AuthSessionService.self, LocationService.self, PreferencesService.self,
        PushService.self, EdgeService.self,
    ]
}
