// The minimal bot in Go: the first play that the arena lists, else the pass.
//
// It answers whatever a message asks in one message, as the one in Python does.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	pb "bench/arenav1"
)

func main() {
	tables, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	channel, err := grpc.NewClient(
		os.Getenv("ARENA_ADDRESS"),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
	)
	if err != nil {
		log.Fatal(err)
	}
	// The arena closes the standard input of bots that have outlived it.
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	bearer := metadata.AppendToOutgoingContext(
		context.Background(), "authorization", "Bearer "+os.Getenv("ARENA_TOKEN"),
	)
	stream, err := pb.NewPlayServiceClient(channel).Play(bearer)
	if err != nil {
		log.Fatal(err)
	}
	join := &pb.Join{Tables: uint32(tables), SendLegalPlays: true}
	if err := stream.Send(&pb.PlayRequest{Join: join}); err != nil {
		log.Fatal(err)
	}
	for {
		response, err := stream.Recv()
		if err != nil {
			log.Fatal(err)
		}
		if response.Goodbye != nil {
			return
		}
		request := &pb.PlayRequest{Pong: response.Ping}
		for _, prompt := range response.Prompts {
			request.Answers = append(request.Answers, answer(prompt))
		}
		if request.Pong != 0 || len(request.Answers) > 0 {
			if err := stream.Send(request); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// answer plays the first legal play that is no pass; the pass comes first.
func answer(prompt *pb.Prompt) *pb.Answer {
	cards := prompt.LegalPlays[0]
	if len(cards) == 0 && len(prompt.LegalPlays) > 1 {
		cards = prompt.LegalPlays[1]
	}
	return &pb.Answer{TableId: prompt.TableId, Turn: prompt.Turn, Cards: cards}
}
