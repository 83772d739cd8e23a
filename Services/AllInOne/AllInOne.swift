import AuthSession
import Edge
import Identity
import Location
import Preferences
import Push
public import ServiceRuntime

/// All services in one process.
public enum AllInOne {
    /// The services in the order of their start. They stop in reverse, so the edge stops accepting requests first.
    public static let services: [any HostedService.Type] = [
        IdentityService.self, AuthSessionService.self, LocationService.self, PreferencesService.self,
        PushService.self, EdgeService.self,
    ]
}
