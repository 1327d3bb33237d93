module github.com/wallet-services/wallet-services/clients/go

go 1.24.0

require (
	connectrpc.com/connect v1.19.1
	github.com/golang-jwt/jwt/v5 v5.3.1
	github.com/google/uuid v1.6.0
	github.com/shopspring/decimal v1.6.0
	golang.org/x/oauth2 v0.32.0
	google.golang.org/protobuf v1.36.12
)
